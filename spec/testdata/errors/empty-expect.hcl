mix "m" {
  transaction "t" {
    query "q" {
      sql = "SELECT 1"
      expect {} # ERROR 7-13: Nothing expected: An expect block needs at least one of rows, affected and error; remove the block if any
    }
  }
}
