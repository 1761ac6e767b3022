import './dashboard.css'
import { words } from '../../words/en/dashboard.ts'

export default function DashboardPage() {
  return (
    <div class="page dashboard">
      <h1>{words.title}</h1>
    </div>
  )
}
