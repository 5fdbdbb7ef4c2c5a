import styles from './messages.module.css'

/**
 * Tells that the browser proves its work. Rendered from the start, so that screen readers announce the text, which the
 * script that is loaded for the proof fills in.
 */
export const SafetyCheck = () => <p role="status" className={styles.check} data-safety-check="" />
