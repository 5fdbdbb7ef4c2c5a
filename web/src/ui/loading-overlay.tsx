import styles from './loading-overlay.module.css'

/** Covers the page while the next page is being decided or loaded. */
export function LoadingOverlay() {
  return (
    <div className={styles.overlay} role="status" aria-label="Caricamento in corso">
      <div className={styles.squares} aria-hidden="true">
        {Array.from({ length: 9 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nine squares that never change
          <span key={i} className={styles.square} />
        ))}
      </div>
    </div>
  )
}
