"""Entry of a worker process: `python -m index.worker`, started by index.pdf.client only."""

from index.pdf.worker import main

if __name__ == "__main__":
    main()
