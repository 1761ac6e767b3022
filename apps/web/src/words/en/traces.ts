/** What the page says. */
export const words = {
  title: 'Traces',
}
