// Features of pdfkit 0.20 that its published types lack.
declare namespace PDFKit {
  interface PDFDocument {
    /** A tagged file for assistive technology (ISO 14289). */
    new (options: Omit<PDFDocumentOptions, 'subset'> & { subset: 'PDF/UA' }): PDFDocument
  }

  namespace Mixins {
    interface StructureElementOptions {
      /** Whether a table's header cell belongs to its row or its column. */
      scope?: 'Row' | 'Column' | 'Both'
      /** The box around a figure: left, top, right, bottom in points from the top left corner. */
      bbox?: readonly [number, number, number, number]
    }
  }
}
