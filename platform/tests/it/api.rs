//! API routes and their descriptions.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use platform::api::ApiRouter;
use platform::routes;
use std::panic::catch_unwind;
use tower::ServiceExt;
use utoipa::openapi::OpenApi;

/// A lamp.
#[derive(utoipa::ToSchema)]
struct Lamp {
    #[expect(dead_code, reason = "only its description is used")]
    lit: bool,
}

#[utoipa::path(get, path = "/lamps", responses((status = 200, body = Lamp)))]
async fn list() -> &'static str {
    "lamps"
}

#[utoipa::path(post, path = "/lamps", responses((status = 201)))]
async fn add() -> StatusCode {
    StatusCode::CREATED
}

#[utoipa::path(get, path = "/wharves", responses((status = 200, body = elsewhere::Lamp)))]
async fn wharves() -> &'static str {
    "wharves"
}

mod elsewhere {
    /// A second type of the same name, without a switch.
    #[derive(utoipa::ToSchema)]
    pub struct Lamp {
        #[expect(dead_code, reason = "only its description is used")]
        pub colour: String,
    }
}

async fn asked(method: Method, path: &str) -> StatusCode {
    let hidden = axum::routing::get(|| async { "not described" });
    let api = ApiRouter::<()>::new().routes(routes!(list, add)).route("/hidden", hidden);
    let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
    api.into_router().oneshot(request).await.unwrap().status()
}

#[tokio::test]
async fn path_serves_its_methods_and_rejects_others() {
    assert_eq!(asked(Method::GET, "/lamps").await, StatusCode::OK);
    assert_eq!(asked(Method::POST, "/lamps").await, StatusCode::CREATED);
    assert_eq!(asked(Method::PUT, "/lamps").await, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(asked(Method::GET, "/hidden").await, StatusCode::OK);
    assert_eq!(asked(Method::GET, "/wharves").await, StatusCode::NOT_FOUND);
}

#[test]
fn document_has_prefixed_paths_and_their_schemas() {
    let calls = ApiRouter::<()>::new().routes(routes!(list, add));
    let document = calls.add_to_document("/api", OpenApi::default());
    let paths: Vec<&String> = document.paths.paths.keys().collect();
    assert_eq!(paths, ["/api/lamps"]);
    let item = &document.paths.paths["/api/lamps"];
    assert!(item.get.is_some() && item.post.is_some() && item.put.is_none());
    assert!(document.components.unwrap().schemas.contains_key("Lamp"));
}

#[test]
fn panics_on_two_schemas_of_one_name() {
    let described = |calls: ApiRouter<()>| calls.add_to_document("", OpenApi::default());
    let lamps = || ApiRouter::new().routes(routes!(list));
    let both = catch_unwind(|| described(lamps().routes(routes!(wharves))));
    assert!(both.is_err());
    let twice = catch_unwind(|| described(lamps().merge(ApiRouter::new().routes(routes!(add)))));
    assert!(twice.is_ok());
}

#[test]
fn panics_on_handlers_with_different_paths() {
    assert!(catch_unwind(|| routes!(list, wharves) as platform::api::DescribedRoute<()>).is_err());
}
