"""Would a real Kubernetes API server accept this object, and if not, what exactly would it say?"""
