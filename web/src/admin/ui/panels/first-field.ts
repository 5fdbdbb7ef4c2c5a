const FIELDS = 'input, select, textarea, button, [role=spinbutton]'

const isUsable = (field: HTMLElement) =>
  field.tabIndex >= 0 &&
  !field.matches(':disabled, input[type=hidden]') &&
  !field.closest('[aria-hidden=true], [hidden]')

/** The first focusable field of a container, outside of `aside`. */
export const firstField = (container: Element, aside?: Element | null): HTMLElement | undefined =>
  [...container.querySelectorAll<HTMLElement>(FIELDS)].find((field) => isUsable(field) && !aside?.contains(field))
