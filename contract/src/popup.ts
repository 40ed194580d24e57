/** The title of a popup by its kind: danger = Error, warning = Caution, otherwise Success (C§2.10). */
export const popupTitles = { danger: 'Error', warning: 'Caution', success: 'Success' } as const
export type PopupKind = keyof typeof popupTitles

/** The button that closes a popup (C§2.10). */
export const popupOk = 'OK'
