import './keys.css'
import { words } from '../../words/en/keys.ts'

export default function KeysPage() {
  return (
    <div class="page keys">
      <h1>{words.title}</h1>
    </div>
  )
}
