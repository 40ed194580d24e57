/** In CSS pixels. */
export const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }
/** The narrowest width at which nothing may scroll sideways (WCAG 1.4.10). */
export const narrow = { width: 320, height: 640 }
