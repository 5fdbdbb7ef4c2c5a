import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  /** Accessible name. */
  label: string
  Icon: LucideIcon
  size?: number
}

export const IconButton = ({ label, Icon, size = 20, ...rest }: IconButtonProps) => (
  <button type="button" className={styles.button} aria-label={label} {...rest}>
    <Icon size={size} aria-hidden="true" />
  </button>
)
