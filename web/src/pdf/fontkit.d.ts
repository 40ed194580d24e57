// pdfkit's reader of font files, which has no types of its own.
declare module 'fontkit' {
  /** Reads a font file. Throws for one it does not understand; its properties are read when they are used. */
  export function create(bytes: Uint8Array): { readonly characterSet: readonly number[] }
}
