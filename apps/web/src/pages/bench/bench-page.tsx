import './bench.css'
import { words } from '../../words/en/bench.ts'

export default function BenchPage() {
  return (
    <div class="page bench">
      <h1>{words.title}</h1>
    </div>
  )
}
