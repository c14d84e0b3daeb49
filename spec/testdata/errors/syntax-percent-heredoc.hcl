# ERROR @6 27-29: Stray template directive: In text, %{ begins a directive
mix "m" {
  transaction "t" {
    query "q" {
      sql = <<-SQL
        SELECT 1, a LIKE '%{ name }'
      SQL
    }
  }
}
