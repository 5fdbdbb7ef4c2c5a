import { Component, type ReactNode } from 'react'
import { reloadOnce } from '../lib/reload-once.ts'
import { storeTypedFields } from '../lib/typed-fields.ts'
import { Button } from './button.tsx'
import styles from './error-boundary.module.css'

/** Loads a page that throws while it renders again, once, with what was typed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    // The fields stay in the page until React shows the new state.
    storeTypedFields()
    return { isBroken: true }
  }

  override componentDidCatch() {
    reloadOnce()
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <main className={styles.page}>
        <h1>Qualcosa è andato storto</h1>
        <p>La pagina si è interrotta. Ricaricala per continuare: quello che hai scritto resta.</p>
        <Button onClick={() => location.reload()}>Ricarica la pagina</Button>
      </main>
    )
  }
}
