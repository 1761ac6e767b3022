import { effect, signal } from '@preact/signals'
import { readStored, store } from '../ui/stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const stored = readStored('theme')

/** Theme that the user selected. `system` follows the operating system. */
export const theme = signal<Theme>(themes.find((one) => one === stored) ?? 'system')

const machine = matchMedia('(prefers-color-scheme: dark)')
const machineIsDark = signal(machine.matches)
machine.addEventListener('change', ({ matches }) => (machineIsDark.value = matches))

/** Whether the page is dark, for drawing on a canvas. */
export const isDark = (): boolean => (theme.value === 'system' ? machineIsDark.value : theme.value === 'dark')

effect(() => {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
  store('theme', theme.value)
})
