import {
  Component,
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { currentPlace, navigate, onNavigation, type Place } from './history.ts'

const PlaceContext = createContext<Place | undefined>(undefined)

/** The place that is shown. While the code of a page is fetched the page before it stays. */
export function usePlace(): Place {
  return use(PlaceContext)!
}

/** Shows where one is: `children` ask `usePlace`. */
export function Router({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(currentPlace)

  useLayoutEffect(() => {
    // Left for another place before this was here to hear of it.
    setPlace(currentPlace())
    return onNavigation((place) => {
      if (place.isAtOnce) flushSync(() => setPlace(place))
      else startTransition(() => setPlace(place))
    })
  }, [])
  useLayoutEffect(() => scrollFor(place), [place])

  return <PlaceContext value={place}>{children}</PlaceContext>
}

function scrollFor({ scrolledTo, hash, keepsScroll }: Place) {
  const named = document.getElementById(hash.slice(1))
  if (scrolledTo !== undefined) scrollTo(0, scrolledTo)
  else if (named) named.scrollIntoView()
  else if (!keepsScroll) scrollTo(0, 0)
}

type LinkProps = ComponentProps<'a'> & { to: string }

/** A link to a page of the back office. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || event.button !== 0 || isElsewhere) return
    event.preventDefault()
    const { pathname, search, hash } = currentPlace()
    navigate(to, { replace: to === pathname + search + hash })
  }
  return <a {...props} href={to} onClick={follow} />
}

/** A link that says so when one is there, or on a page below. */
export function NavLink(props: LinkProps) {
  const { pathname } = usePlace()
  const isHere = pathname === props.to || pathname.startsWith(`${props.to}/`)
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />
}

type ParamsOptions = Omit<NonNullable<Parameters<typeof navigate>[1]>, 'state'>

/** What the address asks for, and how to have it ask for something else. */
export function useSearchParams() {
  const { pathname, search } = usePlace()
  const params = new URLSearchParams(search)
  const setParams = (params: URLSearchParams, options: ParamsOptions) => navigate(`${pathname}?${params}`, options)
  return [params, setParams] as const
}

/** The number at the end of the address of a record's page. */
export function useIdInAddress() {
  return Number(/\d+/.exec(usePlace().pathname)?.[0])
}

type PageBoundaryProps = { place: Place; fallback: ReactNode; children: ReactNode }
type Failed = { place: Place; isBroken: boolean }

/** Shows `fallback` in the place of what broke, until one goes elsewhere. */
export class PageBoundary extends Component<PageBoundaryProps, Failed> {
  override state: Failed = { place: this.props.place, isBroken: false }

  static getDerivedStateFromError = () => ({ isBroken: true })

  static getDerivedStateFromProps({ place }: PageBoundaryProps, failed: Failed) {
    return place === failed.place ? null : { place, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
