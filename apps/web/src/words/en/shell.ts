/** Texts of the shell, and of all pages. Each page has its own file beside this one, which is loaded with it. */
export const words = {
  product: 'Reason',
  skip: 'Skip to content',
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
    /** @param next - Theme after a click. */
    hint: (next: string) => `Switch to ${next.toLowerCase()}`,
  },
  help: { title: 'Keyboard shortcuts', everywhere: 'Everywhere' },
  signIn: {
    title: 'Sign in',
    why: 'This gateway requires a key.',
    administrator: 'Administrators only',
    administratorWhy: (name: string | undefined) =>
      `Traces, dashboard and keys need an administrator’s key.${name === undefined ? '' : ` You are signed in as ${name}, without these rights.`}`,
    key: 'Key',
    action: 'Sign in',
    howToGet: 'No key? Ask the operator, or create one on the gateway’s machine:',
    command: 'reason keys create NAME',
    administratorCommand: 'reason keys create NAME --admin --visibility full',
    out: 'Sign out',
    stillIn: 'You are still signed in.',
  },
  noGateway: 'No answer from the gateway',
  close: 'Close',
  retry: 'Try again',
  reload: 'Reload the page',
  loading: 'Loading…',
  slow: 'Still loading. This takes longer than usual.',
  pageNotLoaded: 'Could not load this page',
  pageNotLoadedWhy: 'The gateway does not respond, or was updated. Check that it is running, then reload.',
  pageBroke: 'This page stopped working',
  openAgain: 'Reopen',
  api: {
    noAnswer: 'The gateway does not respond. Check that it is running; its log shows why it stopped.',
    status: (status: number, text: string) => `The gateway returned ${status} ${text}.`.replace(' .', '.'),
  },
}
