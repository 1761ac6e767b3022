import type { ComponentChildren } from 'preact'

/** Nothing is there yet: why, and how something comes there. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
