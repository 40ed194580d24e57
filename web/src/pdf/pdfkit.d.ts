// What pdfkit 0.20 can do and its published types do not know yet.
declare namespace PDFKit {
  interface PDFDocument {
    /** A tagged file for assistive technology (ISO 14289). */
    new (options: Omit<PDFDocumentOptions, 'subset'> & { subset: 'PDF/UA' }): PDFDocument
  }

  namespace Mixins {
    interface StructureElementOptions {
      /** What a table's header cell is the header of. */
      scope?: 'Row' | 'Column' | 'Both'
      /** Where a figure stands: left, top, right, bottom in points from the top left corner. */
      bbox?: readonly [number, number, number, number]
    }
  }
}
