import { useEffect, useRef } from 'preact/hooks'
import { words } from '../words/en/shell.ts'
import { helpIs } from '../navigation/help-dialog.ts'
import { shortcuts, type Shortcut } from '../navigation/shortcuts.ts'

/** Help dialog with the active keyboard shortcuts, under `?`. */
export function Help() {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    helpIs(element.current)
    return () => helpIs(null)
  }, [])
  const groups = Object.entries(Object.groupBy(shortcuts.value, ({ group }) => group)) as [string, Shortcut[]][]
  return (
    <dialog ref={element} class="dialog" aria-labelledby="help-title">
      <form method="dialog">
        <h2 id="help-title">{words.help.title}</h2>
        {groups.map(([group, list]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl class="keys">
              {list.map(({ keys, what }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <button class="button" type="submit">
          {words.close}
        </button>
      </form>
    </dialog>
  )
}
