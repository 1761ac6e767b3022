/** The model behind an id as it stands in URLs: without the escapes, the ARN, the group of regions and the version of the hosting. */
export function canonicalModel(id: string): string {
  const plain = id.replaceAll(/%3a/gi, ':').replaceAll(/%2f/gi, '/')
  return plain
    .slice(plain.lastIndexOf('/') + 1)
    .replace(/^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\./, '')
    .replace(/-v\d+(?::\d\w*)?$/, '')
}
