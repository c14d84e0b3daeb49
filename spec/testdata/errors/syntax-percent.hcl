# A pattern that looks like a directive; nothing else is complained about.
# ERROR @6 56-58: Stray template directive: In text, %{ begins a directive such as %{ if }. Write %%{
mix "m" {
  transaction "t" {
    query "q" {
      sql = "SELECT 1 FROM t WHERE ä = 1%% AND a LIKE '%{'"
    }
    query "r" {
      sql = "SELECT 1"
    }
  }
}
