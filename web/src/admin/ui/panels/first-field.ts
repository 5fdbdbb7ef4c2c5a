const FIELDS = 'input, select, textarea, button, [role=spinbutton]'

const isUsable = (field: HTMLElement) =>
  field.tabIndex >= 0 &&
  !field.matches(':disabled, input[type=hidden]') &&
  !field.closest('[aria-hidden=true], [hidden]')

/** Where one begins in a part of the page; what stands in `aside` is no part of it. */
export const firstField = (part: Element, aside?: Element | null): HTMLElement | undefined =>
  [...part.querySelectorAll<HTMLElement>(FIELDS)].find((field) => isUsable(field) && !aside?.contains(field))
