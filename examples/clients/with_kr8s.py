"""kr8s: creates a Website, waits for its page, changes it, and deletes it.

python with_kr8s.py          with KUBECONFIG pointing at a server that has ../operator/websites.yaml
"""

from __future__ import annotations

import kr8s
from kr8s.objects import new_class

Website = new_class("Website", version="example.com/v1", namespaced=True, plural="websites")


def main(kubeconfig: str | None = None) -> None:
    api = kr8s.api(kubeconfig=kubeconfig)
    home = Website({"metadata": {"name": "home"}, "spec": {"title": "Home"}}, api=api)
    home.create()
    home.patch({"status": {"page": "home-page"}}, subresource="status")
    home.wait("jsonpath='{.status.page}'=home-page", timeout=30)
    home.patch({"spec": {"title": "Moved"}})
    print([site.raw["spec"]["title"] for site in kr8s.get("websites.example.com", api=api)])
    home.delete()
    home.wait("delete", timeout=30)
    try:
        Website({"metadata": {"name": "empty"}, "spec": {"title": ""}}, api=api).create()
    except kr8s.ServerError as error:
        print(error.status["details"]["causes"][0]["field"])


if __name__ == "__main__":
    main()
