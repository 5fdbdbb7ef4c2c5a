import styles from '../../ui/visually-hidden.module.css'

/** A hidden field that only bots fill in. */
export function BotTrap() {
  return (
    <div className={styles.hidden} aria-hidden="true">
      <label>
        Sito web
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
