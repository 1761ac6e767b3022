import type { ComponentChildren } from 'preact'

/** Empty state: what is missing, and how to get it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
