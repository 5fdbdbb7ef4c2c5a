/** The pages of the provider's own domain. */
export const signUpPaths = {
  home: '/',
  sent: '/sent',
  privacy: '/privacy',
  link: (token: string) => `/sign_up/${token}`,
}

/** The version of the terms and the privacy text that owners accept; change it with the text of the page. */
export const TERMS_VERSION = 1

/** Fragment of the form on the first page. */
export const SIGN_UP_FORM = 'apri'
