export const EXPORT_FORMATS = ['csv', 'datev-lodas', 'datev-lug'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
