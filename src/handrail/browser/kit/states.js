// states
