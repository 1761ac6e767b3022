/** What is said inside of answers. */
export const words = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  code: 'Code',
  table: 'Table',
  deadLink: (address: string) => `Not a web address, so it is not a link: ${address}`,
  image: (label: string) => (label === '' ? '[picture]' : `[picture: ${label}]`),
  imageNotLoaded: (address: string) => `Pictures of answers are not loaded: ${address}`,
}
