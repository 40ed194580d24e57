/** The title of a popup by its kind: danger = Error, warning = Caution, otherwise Success (C§2.10). */
export const popupTitles = { danger: 'Error', warning: 'Caution', success: 'Success' } as const
export type PopupKind = keyof typeof popupTitles

/** The button that closes a popup (C§2.10). */
export const popupOk = 'OK'

/** Shown below the message of a payment under way while there is no network; ours. */
export const popupOffline =
  'You’re offline. Do not pay again. When you’re back online, this page will show the result of your payment.'
