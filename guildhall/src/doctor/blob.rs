//! Object store: the bucket exists, and its objects can be listed and read.

use super::Finding;
use super::context::{Context, in_time, no_answer};
use platform::blob::{Blob, BlobAccess};
use platform::config::address_without_secrets;

const CHECK: &str = "blob";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config;
    let address = address_without_secrets(&config.blob_url());
    let opened = Blob::open_existing(config);
    let store = match opened {
        Ok(store) => store,
        Err(error) => {
            let finding = Finding::failed(CHECK, error.to_string()).at("blob.url", address);
            return vec![finding.advise("Correct the address of the object store.")];
        }
    };
    let access = in_time(store.probe()).await;
    let finding = match access.unwrap_or_else(|| BlobAccess::Unavailable(no_answer())) {
        BlobAccess::Readable => Finding::ok(
            CHECK,
            "objects can be listed and read; the right to write cannot be checked without writing",
        ),
        BlobAccess::NoBucket => Finding::failed(CHECK, "the bucket does not exist")
            .advise("Create the bucket, or correct its name."),
        BlobAccess::Denied => Finding::failed(CHECK, "access was denied").advise(
            "Correct blob.access_key and blob.secret_key, or the rights of that key: it \
                     needs to list, read, write and delete objects.",
        ),
        BlobAccess::Unavailable(cause) => {
            Finding::failed(CHECK, format!("does not answer: {cause}"))
                .advise("Start the object store, or correct its endpoint and region.")
        }
    };
    vec![finding.at("blob.url", address)]
}
