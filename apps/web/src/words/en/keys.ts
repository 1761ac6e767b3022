/** What the page says. */
export const words = {
  title: 'Keys and settings',
}
