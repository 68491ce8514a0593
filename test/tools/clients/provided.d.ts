import 'vitest';

declare module 'vitest' {
	interface ProvidedContext {
		/** The service with the demo data, and a key of its first company. */
		service: { url: string; companyId: string; apiKey: string };
		/** The address of a web page of another origin, which may call the service. */
		page: string;
	}
}
