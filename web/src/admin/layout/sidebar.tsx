import { roleNames } from '@prenoto/core/contract/role.ts'
import { SPECIFICATION_VERSION } from '@prenoto/core/contract/specification-version.ts'
import {
  ArrowLeft,
  Bell,
  CalendarDays,
  CalendarX,
  ClipboardList,
  LayoutDashboard,
  LogOut,
  Search,
  Settings,
  UserRound,
  Users,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { adminPaths, paths } from '../../lib/paths.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useUnreadCount } from '../features/notifications/notifications.queries.ts'
import { useLogOut } from '../features/session/log-out.ts'
import { useHasRight, useUser } from '../features/session/session.queries.ts'
import { PreviewViewer } from '../ui/forms/preview-viewer.tsx'
import styles from './layout.module.css'
import { LogoImage } from './logo-image.tsx'

const links = [
  { text: 'Servizi', path: adminPaths.manageServices, Icon: ClipboardList },
  { text: 'Calendari', path: adminPaths.calendars, Icon: CalendarDays },
  { text: 'Giorni di chiusura', path: adminPaths.daysOff, Icon: CalendarX },
  { text: 'Clienti', path: adminPaths.customers, Icon: Users },
  { text: 'Impostazioni', path: adminPaths.settings, Icon: Settings },
]

export type SidebarProps = {
  openNotifications: () => void
  /** Absent for a user who may not open customers. */
  openSearch: (() => void) | undefined
  onLeave?: () => void
}

/** The user and the main menu. `onLeave` is called when a page is opened. */
export function Sidebar({ openNotifications, openSearch, onLeave }: SidebarProps) {
  const user = useUser()
  const unread = useUnreadCount()
  const logOut = useLogOut()
  const mayOpenCustomers = useHasRight('customers')

  return (
    <div className={`column gap-4 ${styles.sidebar}`}>
      <div className="row gap-3 flex-none px-2">
        <span className={styles.photo}>
          <PreviewViewer url={user.photo_url} alt="" Fallback={UserRound} />
        </span>
        <div className="min-w-0">
          <p className={styles.name}>{`${user.name} ${user.surname}`}</p>
          <p className="muted text-xs">{roleNames[user.role] ?? 'Non disponibile'}</p>
        </div>
      </div>
      {openSearch && (
        <button
          type="button"
          className={`row gap-2 flex-none touch border-strong rounded-s muted text-left ${styles.search}`}
          onClick={openSearch}
          aria-haspopup="dialog"
          aria-keyshortcuts="/"
        >
          <Search size={18} aria-hidden="true" />
          Cerca cliente
          <span className={styles.key} aria-hidden="true">
            /
          </span>
        </button>
      )}
      <nav aria-label="Area amministrativa" className="flex-1">
        <ul className={styles.links}>
          <li>
            <a href={paths.home} className={`row gap-3 w-full touch rounded-s muted medium text-left ${styles.link}`}>
              <ArrowLeft size={18} aria-hidden="true" />
              Torna nel tuo sito
            </a>
          </li>
          <li>
            <NavLink
              to={paths.dashboard}
              className={`row gap-3 w-full touch rounded-s muted medium text-left ${styles.link}`}
              onClick={onLeave}
            >
              <LayoutDashboard size={18} aria-hidden="true" />
              Dashboard
            </NavLink>
          </li>
          <li>
            <button
              type="button"
              className={`row gap-3 w-full touch rounded-s muted medium text-left ${styles.link}`}
              onClick={openNotifications}
              aria-haspopup="dialog"
            >
              <span className="relative">
                <Bell size={18} aria-hidden="true" />
                {unread > 0 && <span className={styles.dot} />}
              </span>
              <span>Notifiche</span>
              {unread > 0 && <VisuallyHidden>{`(${unread} non lette)`}</VisuallyHidden>}
            </button>
          </li>
          {links
            .filter(({ path }) => path !== adminPaths.customers || mayOpenCustomers)
            .map(({ text, path, Icon }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  className={`row gap-3 w-full touch rounded-s muted medium text-left ${styles.link}`}
                  onClick={onLeave}
                >
                  <Icon size={18} aria-hidden="true" />
                  <span>{text}</span>
                </NavLink>
              </li>
            ))}
          <li>
            <button
              type="button"
              className={`row gap-3 w-full touch rounded-s muted medium text-left ${styles.link}`}
              onClick={logOut}
            >
              <LogOut size={18} aria-hidden="true" />
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <div className="grid gap-2 flex-none px-2">
        <LogoImage />
        <p className="muted text-xs tabular-nums">{`Versione ${SPECIFICATION_VERSION}`}</p>
      </div>
    </div>
  )
}
