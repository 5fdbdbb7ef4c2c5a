import { useLazyComponent } from '../lib/use-lazy-component.ts'
import type { PersonMemoryProps } from './person-memory.tsx'
import styles from './remembered-person.module.css'

const loadPersonMemory = async () => (await import('./person-memory.tsx')).PersonMemory

/**
 * The contacts that are stored in this browser, loaded once they are wanted. Never in a page that another site embeds; the
 * style sheet hides them there and without scripts.
 */
export function RememberedPerson({ isWanted, ...props }: PersonMemoryProps & { isWanted: boolean }) {
  const { Loaded } = useLazyComponent(loadPersonMemory, isWanted)
  return <div className={styles.remember}>{Loaded && <Loaded {...props} />}</div>
}
