// This replaces `@asteasolutions/zod-to-openapi` in the Worker's bundle (see `alias` in wrangler.toml). The build has already written the
// OpenAPI document, so the Worker needs no descriptions of schemas.

export class OpenAPIRegistry {
	readonly definitions = [];
	register(): void {}
	registerComponent(): void {}
	registerParameter(): void {}
	registerPath(): void {}
	registerWebhook(): void {}
}

/** Only the build uses the generators. */
export class OpenApiGeneratorV3 {}
export class OpenApiGeneratorV31 {}

export const getOpenApiMetadata = (): object => ({});

/** Accepts descriptions of schemas and drops them. */
export function extendZodWithOpenApi(zod: { ZodType: { prototype: object } }): void {
	Object.assign(zod.ZodType.prototype, {
		openapi<S>(this: S): S {
			return this;
		},
	});
}
