// The part of the File System Access API that is used here. TypeScript's own library does not have it yet, and neither
// do all browsers.
interface SaveFilePickerOptions {
  readonly suggestedName: string
  readonly types: readonly {
    readonly description: string
    readonly accept: Readonly<Record<string, readonly string[]>>
  }[]
}

declare var showSaveFilePicker: ((options: SaveFilePickerOptions) => Promise<FileSystemFileHandle>) | undefined
