// facts
