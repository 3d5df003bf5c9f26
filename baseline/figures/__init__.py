"""From events to the figures of a study: records, what is counted, what is left out."""
