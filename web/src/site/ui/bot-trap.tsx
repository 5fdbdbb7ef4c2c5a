import { BOT_TRAP } from '@prenoto/core/fields/contact-fields.ts'
import styles from '../../ui/visually-hidden.module.css'

/** A hidden field that only bots fill in. Its label resembles none that browsers or password managers fill. */
export function BotTrap() {
  return (
    <div className={styles.hidden} aria-hidden="true">
      <label>
        Altro
        <input type="text" name={BOT_TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
