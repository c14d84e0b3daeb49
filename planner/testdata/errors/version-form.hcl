assay {
  required_version = "new" # ERROR 22-27: Invalid version constraint: "new" is no version. Write something like ">= 0.1".
}
