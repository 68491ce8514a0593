await import('./last-release.ts');

export {};
