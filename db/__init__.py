"""The only room that speaks SQL, and the nouns and events that everybody shares."""
