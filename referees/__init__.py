"""The slow referees, written from the rule texts alone, and the makers of records that are judged by both."""
