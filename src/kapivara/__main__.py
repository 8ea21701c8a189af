"""`python -m kapivara`, and what the launcher runs."""

from kapivara.cli.main import main

if __name__ == "__main__":
    main()
