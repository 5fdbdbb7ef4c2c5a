import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  /** What it is called where nobody sees the icon. */
  label: string
  Icon: LucideIcon
  size?: number
}

/** A button that shows an icon alone, as large as a finger. */
export const IconButton = ({ label, Icon, size = 20, ...rest }: IconButtonProps) => (
  <button type="button" className={styles.button} aria-label={label} {...rest}>
    <Icon size={size} aria-hidden="true" />
  </button>
)
