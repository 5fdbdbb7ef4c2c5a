import { Menu, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useUnreadCount } from '../features/notifications/notifications.queries.ts'
import styles from './layout.module.css'
import { LogoImage } from './logo-image.tsx'
import { Sidebar, type SidebarProps } from './sidebar.tsx'

/** The bar of small screens, with a full-screen menu. */
export function TopBar({ openNotifications, openSearch }: Pick<SidebarProps, 'openNotifications' | 'openSearch'>) {
  const [isOpen, setIsOpen] = useState(false)
  const unread = useUnreadCount()
  const menu = useRef<HTMLDialogElement>(null)
  const close = () => setIsOpen(false)
  const closeAndOpen = (open: () => void) => {
    // Closed before the next dialog opens, so that the focus returns to the menu button.
    menu.current!.close()
    open()
  }

  useEffect(() => {
    if (!isOpen) {
      menu.current!.close()
      return
    }
    menu.current!.showModal()
    // A wide window hides this bar, whose open menu would keep the page inert.
    const closeIfHidden = () => {
      if (!menu.current!.checkVisibility()) setIsOpen(false)
    }
    addEventListener('resize', closeIfHidden)
    return () => removeEventListener('resize', closeIfHidden)
  }, [isOpen])

  return (
    <header className={`row justify-between border-b surface ${styles.bar}`}>
      <LogoImage />
      <div className="flex">
        {openSearch && (
          <IconButton label="Cerca cliente" Icon={Search} size={24} aria-haspopup="dialog" onClick={openSearch} />
        )}
        <span className="relative">
          <IconButton
            label={unread > 0 ? `Apri il menu (${unread} notifiche non lette)` : 'Apri il menu'}
            Icon={Menu}
            size={24}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          />
          {unread > 0 && <span className={styles.topBarDot} />}
        </span>
      </div>
      <dialog
        ref={menu}
        className={`ink w-full surface ${styles.menu}`}
        aria-labelledby="menu-title"
        // The event of closing comes with the next frame, when the menu may be open again.
        onCancel={close}
        onClose={() => !menu.current!.open && close()}
      >
        <div className={styles.inside}>
          <div className={`row flex-none justify-between border-b ${styles.head}`}>
            <h2 id="menu-title" className="text-l">
              Menu
            </h2>
            <IconButton label="Chiudi" Icon={X} size={24} onClick={close} />
          </div>
          <div className={styles.topBarLinks}>
            <Sidebar
              onLeave={close}
              openNotifications={() => closeAndOpen(openNotifications)}
              openSearch={openSearch && (() => closeAndOpen(openSearch))}
            />
          </div>
        </div>
      </dialog>
    </header>
  )
}
