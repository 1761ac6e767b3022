/** What the shell says, and what all pages say alike. Each page has a file of its own beside this one, which is loaded with it. */
export const words = {
  product: 'Reason',
  skip: 'Skip to the page',
  navigation: 'Pages',
  pages: {
    playground: 'Playground',
    bench: 'Splitter bench',
    traces: 'Traces',
    dashboard: 'Dashboard',
    keys: 'Keys and settings',
  },
  theme: {
    hint: 'Colours: as the machine, light or dark',
    system: 'Auto',
    light: 'Light',
    dark: 'Dark',
  },
  help: { title: 'Keyboard shortcuts', everywhere: 'Everywhere' },
  close: 'Close',
  retry: 'Try again',
  reload: 'Load the page again',
  loading: 'Loading…',
  slow: 'Still loading. This takes longer than it should.',
  pageNotLoaded: 'This page could not be loaded',
  pageBroke: 'This page broke',
  openAgain: 'Open it again',
  api: {
    noAnswer: 'The gateway does not answer. Is it still running? Its terminal says why it stopped.',
    status: (status: number, text: string) => `The gateway answered with ${status} ${text}.`.replace(' .', '.'),
  },
}
