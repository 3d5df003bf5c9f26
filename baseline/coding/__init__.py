"""Why attempts failed, as people code it: code books, queues, what was found, how far coders agree."""
