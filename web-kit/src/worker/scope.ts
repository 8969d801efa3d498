declare const self: ServiceWorkerGlobalScope;

/** The global object of the worker. */
export const worker = self;
