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
    system: 'System colours',
    light: 'Light colours',
    dark: 'Dark colours',
    /** @param next - What a click changes them to. */
    hint: (next: string) => `Change to: ${next.toLowerCase()}`,
  },
  help: { title: 'Keyboard shortcuts', everywhere: 'Everywhere' },
  signIn: {
    title: 'Sign in',
    why: 'This gateway answers those who show a key.',
    administrator: 'For administrators',
    administratorWhy: 'What is stored of everybody, and how the gateway fares, is open to administrators.',
    key: 'Key',
    action: 'Sign in',
    howToGet: 'Keys are made on the machine of the gateway: reason keys create NAME, with --admin for an administrator.',
    out: 'Sign out',
  },
  noGateway: 'The gateway does not answer',
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
